//! GDL, GDL-II and GDL-III: rules as logic programs.
