/**
 * A valid tariff form.
 *
 * @module
 */

/** One day, in seconds. */
export const DAY = 86_400

/** 2031-06-01T00:00:00Z, Unix time in seconds. */
export const JUNE = 1_938_038_400

/** The fields of a valid form, without its dates. */
export const TARIFF_FIELDS = {
  tarifftypeid: '0',
  rate_title: 'Summer',
  rate_description: '',
  maxdays: '365',
  minpeople: '1',
  maxpeople: '4',
  roomclass_uid: '2',
  dayofweek: '7',
  ignore_pppn: '0',
  allow_we: '1',
  weekendonly: '0',
  minrooms_alreadyselected: '0',
  maxrooms_alreadyselected: '100',
}

/**
 * The dates of a form, each with a minimum stay of one night.
 *
 * @param first the Unix time of the first day, in seconds
 * @param prices by day, counted from the first
 */
export function tariffDates(first: number, prices: Readonly<Record<number, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(prices).flatMap(([day, price]) => {
      const epoch = first + Number(day) * DAY
      return [
        [`tariffinput[${epoch}]`, price],
        [`mindaysinput[${epoch}]`, '1'],
      ]
    }),
  )
}
