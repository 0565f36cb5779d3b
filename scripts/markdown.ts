/** A text as a cell of a table. Code shows `<` as it stands. */
export const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replace(/`[^`]*`|</g, (part) => (part === '<' ? '&lt;' : part))

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
