/** Compares two texts by their characters: negative, 0 or positive. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Compares two texts, case-insensitive: negative, 0 or positive. */
export const byText = (one: string, other: string): number => compareTexts(one.toLowerCase(), other.toLowerCase())
