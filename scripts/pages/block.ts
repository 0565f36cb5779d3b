/**
 * The fenced blocks of a Markdown page. Behind its language each carries a mark that says what becomes of it:
 *
 *   sh run                        executed
 *   yaml run file=compose.yaml    written for the blocks after it; a program is executed under that name
 *   sh run needs=python           executed where this other language is, too
 *   json run                      data: what the program before it printed
 *   yaml not-run: part of a file  only looked over
 *
 * @module
 */

export type Mark =
  | { readonly kind: 'run'; readonly file?: string; readonly needs?: string }
  | { readonly kind: 'not-run'; readonly reason: string }
  | { readonly kind: 'wrong'; readonly problem: string }

export interface Block {
  readonly page: string
  /** Line of the opening fence, from 1. */
  readonly line: number
  /** Empty when the fence names none. */
  readonly language: string
  readonly mark: Mark
  readonly code: string
}

/** Where a block stands, as editors and terminals make a link of it. */
export const placeOf = ({ page, line }: Block): string => `${page}:${line}`

/** An opening fence: what stands before it (a list or a quotation), the fence itself, what is said behind it. */
const FENCE = /^([\s>]*(?:(?:[-*+]|\d+[.)])\s+)?)(`{3,}|~{3,})\s*(.*)$/
const FILE_NAME = /^[\w.-]+(?:\/[\w.-]+)*$/

/** The blocks of a page, in its order. A fence that is never closed is a block with a wrong mark. */
export function readBlocks(page: string, text: string): readonly Block[] {
  const lines = text.split(/\r?\n/)
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const [, before = '', fence = '', about = ''] = FENCE.exec(lines[at] ?? '') ?? []
    if (fence === '' || (fence.startsWith('`') && about.includes('`'))) continue
    const end = lines.findIndex((line, n) => n > at && closes(line, fence))
    const code = lines.slice(at + 1, end < 0 ? undefined : end).map((line) => withoutMargin(line, before.length))
    const language = /^\S*/.exec(about)?.[0].toLowerCase() ?? ''
    const mark = end < 0 ? wrong('the fence is never closed') : readMark(language, about.slice(language.length).trim())
    blocks.push({ page, line: at + 1, language, mark, code: code.map((line) => `${line}\n`).join('') })
    at = end < 0 ? lines.length : end
  }
  return blocks
}

function readMark(language: string, said: string): Mark {
  if (language === '' || language.startsWith('not-run') || language === 'run')
    return wrong('no language; name one before the mark, "text" if it is none')
  const reason = /^not-run:\s*(.*)$/.exec(said)?.[1]
  if (reason !== undefined) return reason === '' ? wrong('not-run without a reason') : { kind: 'not-run', reason }
  const [word, ...details] = said.split(/\s+/)
  const named = details.map((detail) => /^(file|needs)=(.+)$/.exec(detail)?.slice(1) ?? ['unknown'])
  const { file, needs, unknown } = Object.fromEntries(named.map(([name, value]) => [name, value ?? '']))
  if (word !== 'run' || unknown !== undefined)
    return wrong(`${said === '' ? 'no mark' : `"${said}" is no mark`}; write "run", "run file=NAME" or "not-run: REASON"`)
  if (file !== undefined && (!FILE_NAME.test(file) || file.split('/').includes('..')))
    return wrong(`file=${file} is not a name inside the page's folder`)
  return { kind: 'run', ...(file !== undefined && { file }), ...(needs !== undefined && { needs }) }
}

const wrong = (problem: string): Mark => ({ kind: 'wrong', problem })

/** A line ends a block when it is its fence again, or a longer one, and nothing else. */
function closes(line: string, fence: string): boolean {
  const bare = line.replace(/^[\s>]*/, '').trimEnd()
  return bare.length >= fence.length && bare === (fence[0] ?? '').repeat(bare.length)
}

/** Takes away what stands before the fence, as far as the line has it. */
const withoutMargin = (line: string, width: number): string => line.slice(0, width).replace(/[\s>]/g, '') + line.slice(width)
