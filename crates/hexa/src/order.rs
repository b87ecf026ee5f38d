//! The order of variables that was asked for.

use crate::cli::{OrderArgs, OrderChoice};
use hexa_engine::Order;
use hexa_workbench::{Arrangement, Reordering};

/// The order of variables that was asked for.
pub fn arrangement(args: &OrderArgs) -> Arrangement {
    let order = match args.order {
        OrderChoice::Auto => Order::Auto,
        OrderChoice::Declared => Order::Declared,
        OrderChoice::Mention => Order::Mentioned,
        OrderChoice::Force => Order::DrawnTogether,
    };
    let reordering = if args.reorder { Reordering::WhenGrown } else { Reordering::Never };
    Arrangement { order, reordering }
}
