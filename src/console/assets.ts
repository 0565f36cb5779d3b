/**
 * The style sheet and the script of the console page.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'

/** Beside this file when run from source, at the top of the build when shipped. */
const PLACES = ['./assets/', './console/', '../console/'] as const

/** The text of one of them; read when it is first asked for. */
export function consoleAsset(name: 'console.css' | 'console.js'): string {
  const file = PLACES.map((place) => new URL(`${place}${name}`, import.meta.url)).find((url) => existsSync(url))
  if (!file) throw new Error(`${name} is missing from the program: install it anew`)
  return readFileSync(file, 'utf8')
}
