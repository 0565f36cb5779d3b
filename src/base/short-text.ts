/** The beginning of a text; a text that fits is shown whole. */
export const shortText = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters)}...` : text
