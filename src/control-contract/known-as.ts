import { CONTROL_PATH } from './control-path.ts'
import { CONTROL_OPERATIONS } from './index.ts'
import type { ControlOperation } from './operation.ts'

/** The message with methods of the library, or tools of agents, in place of the endpoints that it names. */
export const inWordsOf = (caller: keyof NonNullable<ControlOperation['knownAs']>, message: string): string =>
  CONTROL_OPERATIONS.reduce((text, { method, path, knownAs }) => {
    const name = knownAs?.[caller]
    if (name === undefined) return text
    const endpoint = `${method.toUpperCase()} ${CONTROL_PATH}${path.replace(/\{\w+\}/, '[\\w-]+')}`
    return text.replace(new RegExp(`${endpoint}(?:\\?\\w+=\\w+)?(?![\\w/-])`, 'g'), name)
  }, message)
