/** Calendar days as `YYYY-MM-DD`, in UTC, as the service counts them. */

const DAY_MS = 86_400_000

/** The day of a time. */
export const dayOf = (date) => date.toISOString().slice(0, 10)

/** Unix time in seconds of 00:00 UTC: the key of a date in the tariff form. */
export const epochOf = (day) => Date.parse(`${day}T00:00:00Z`) / 1000

export const addDays = (day, count) => dayOf(new Date(epochOf(day) * 1000 + count * DAY_MS))

export const daysBetween = (from, to) => (epochOf(to) - epochOf(from)) / 86_400

/** `count` consecutive days, starting with `from`. */
export const daysFrom = (from, count) => Array.from({ length: count }, (_, n) => addDays(from, n))

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Converts `2031/05/02`, the format of many responses, to `2031-05-02`. */
export const dashed = (day) => day.replaceAll('/', '-')
