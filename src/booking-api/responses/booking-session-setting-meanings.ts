/** What `initialise` tells developers of booking forms about its settings. */
export const SETTING_MEANINGS = Object.freeze({
  booking_model: 'SRP: the property is booked as one unit, and rooms are selected automatically. MRP: guests select rooms.',
  confirmation_url: 'URL of the payment page, if create does not book at once; add &jsid= and the session id.',
  min_days: 'The smallest minimum number of nights of all current and future tariffs.',
  fixedPeriodBookings: '1: only whole periods can be booked.',
  fixedPeriodBookingsNumberOfDays: 'Nights of a period; 0 without periods.',
  fixedArrivalDateYesNo: '1: arrivals are on one weekday only.',
  fixedArrivalDay: 'Weekday of arrivals, 0 Sunday to 6 Saturday; 7 for any.',
  capacity: 'Maximum numbers of adults and children of the property.',
  labels: 'The texts of the form, in the requested language.',
  images: 'Pictures by kind, and by the id of their subject.',
  availability: 'Possible arrival days, and days without arrivals.',
  rooms: 'All rooms with their types and the daily prices of their tariffs.',
} as const)
