/**
 * Factors of an explanation in words.
 *
 * @module
 */

/** `1 night`, `3 nights`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
