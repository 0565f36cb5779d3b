/** 100 %: rates, discounts and other percentages are in hundredths of a percent. */
export const HUNDRED_PERCENT = 10_000
