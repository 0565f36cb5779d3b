/** A text as a part of a regular expression that matches it. */
export const literalPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
