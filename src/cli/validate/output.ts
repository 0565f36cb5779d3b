/** The output of `validate`: text for people, JSON for programs, annotations for a workflow of GitHub. */
import type { FileError, FixtureProblem } from '../../base/file-error.ts'
import { keysOf } from '../../base/keys-of.ts'
import { readWord } from '../flag-words.ts'

export interface ValidationOutput {
  /** A heading of what follows. */
  readonly title?: (text: string) => void
  /** @param summary what was found in a valid file */
  readonly valid: (summary: string) => void
  readonly invalid: (error: FileError) => void
  readonly end?: (valid: boolean) => void
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const asText: ValidationOutput = {
  title: (text) => say(`${text}:`),
  valid: say,
  invalid: ({ message }) => void process.stderr.write(`${message}\n`),
}

/** @source GitHub, "Workflow commands": setting an error message */
const annotation = ({ file, line, column, field, message }: FixtureProblem): string => {
  const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const property = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
  const place = line > 0 ? `,line=${line},col=${column}` : ''
  return `::error file=${property(file)}${place}::${escaped(field === '' ? message : `${field}: ${message}`)}`
}

const asAnnotations: ValidationOutput = { valid: say, invalid: ({ problems }) => say(problems.map(annotation).join('\n')) }

/** One document: `{ valid, checked, problems }`; line and column count from 1, 0 when they are not known. */
function asJson(): ValidationOutput {
  const checked: string[] = []
  const found: FixtureProblem[] = []
  return {
    valid: (summary) => void checked.push(summary),
    invalid: ({ problems }) => void found.push(...problems),
    end: (valid) => say(JSON.stringify({ valid, checked, problems: found }, null, 2)),
  }
}

const OUTPUTS = { text: () => asText, json: asJson, github: () => asAnnotations } as const

/** @throws UsageError for an unknown format */
export const outputOf = (format: string): ValidationOutput => OUTPUTS[readWord('format', format, keysOf(OUTPUTS))]()
