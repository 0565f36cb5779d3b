/** Undoes the escapes that a client may have written a secret in, right or wrong: one of them hides it from a search. */

/** Three levels of percent escapes, and what else a text may be in. */
const MAX_ROUNDS = 5
/** A text of 64 KiB with every kind of escape is not undone in all orders: that takes too long. */
const MAX_CHARACTERS = 500_000

const percent = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    run.length === 3 && run < '%8' // one ASCII character, as most are
      ? String.fromCharCode(Number.parseInt(run.slice(1), 16))
      : Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  )

/** What an address or a form says, in which a space may be written as `+`. */
export const decodedForm = (text: string): string => percent(text.replaceAll('+', ' '))

const form = (text: string): string => (text.includes('+') ? decodedForm(text) : text)

const json = (text: string): string =>
  text.replace(/\\(?:u([0-9a-f]{4})|(["\\/]))/gi, (_, code?: string, mark = '') =>
    code === undefined ? mark : String.fromCharCode(Number.parseInt(code, 16)),
  )

const basic = (text: string): string =>
  text.replace(/\b(basic)[\s+]+([a-z0-9+/_-]{8,}={0,2})/gi, (_, scheme: string, code: string) => {
    return `${scheme} ${Buffer.from(code, 'base64').toString()}`
  })

const ESCAPES: readonly ((text: string) => string)[] = [percent, form, json, basic]

/** What a text says with its escapes undone, in every order. */
export function* undoneEscapes(text: string): Generator<string, void> {
  const seen = new Set([text])
  let level = [text]
  let left = MAX_CHARACTERS
  for (let round = 0; round < MAX_ROUNDS && level.length > 0; round++) {
    const next: string[] = []
    for (const escaped of level)
      for (const undo of ESCAPES) {
        const plain = undo(escaped)
        left -= escaped.length
        if (left < 0) return
        if (seen.has(plain)) continue
        seen.add(plain)
        next.push(plain)
        yield plain
      }
    level = next
  }
}
