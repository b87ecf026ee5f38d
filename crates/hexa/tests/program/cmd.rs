//! The command line, as it is shown in `tests/cmd`.

#[test]
fn the_command_line_does_what_is_written() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}
