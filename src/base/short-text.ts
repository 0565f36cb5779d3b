/** Texts and lists that are too long to be shown in full. */

/** The beginning of a text; a text that fits is shown whole. */
export const shortText = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters)}...` : text

/** The start of a list, and the number of further items. */
export const listStart = <T>(list: readonly T[], most: number, length = list.length): readonly (T | string)[] =>
  length > most ? [...list.slice(0, most), `and ${length - most} more`] : list

/** The first items on one line: `1, 2 and 5 more`. */
export function firstOf(items: readonly (string | number)[], most: number): string {
  const shown = items.slice(0, most).join(', ')
  return items.length > most ? `${shown} and ${items.length - most} more` : shown
}
