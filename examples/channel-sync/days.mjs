/** Calendar days as `YYYY-MM-DD`, in UTC, as the service counts them. */

const DAY_MS = 86_400_000

/** The day on which this moment falls. */
export const dayOf = (date) => date.toISOString().slice(0, 10)

/** Unix time in seconds of the day's first moment: the key of a date in the tariff form. */
export const epochOf = (day) => Date.parse(`${day}T00:00:00Z`) / 1000

export const addDays = (day, count) => dayOf(new Date(epochOf(day) * 1000 + count * DAY_MS))

export const daysBetween = (from, to) => (epochOf(to) - epochOf(from)) / 86_400

/** `count` days in a row, the first one being `from`. */
export const daysFrom = (from, count) => Array.from({ length: count }, (_, n) => addDays(from, n))

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** `2031/05/02`, as many answers write a day, becomes `2031-05-02`. */
export const dashed = (day) => day.replaceAll('/', '-')
