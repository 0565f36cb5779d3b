import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { formWord, shellCommand, shellWord } from '../../src/base/shell-word.ts'

test.each(['demo-secret', 'a b', "it's", '$HOME `id` "x"', '\\', 'ü&=+%'])(
  'a shell reads the word of %j as that text',
  (text) => {
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text)
  },
)

test.each(['demo-secret', "a b&c=d'e+f%"])('a server reads the field of %j as that text', (text) => {
  const sent = execFileSync('sh', ['-c', `printf %s ${formWord('client_secret', text)}`], { encoding: 'utf8' })
  expect(new URLSearchParams(sent).get('client_secret')).toBe(text)
})

test('ordinary words stay as they are', () => {
  expect(formWord('client_id', 'demo')).toBe('client_id=demo')
})

test.each([[['npm', 'run', 'sync']], [['sh', '-c', 'exit 9']], [['a', '', "it's", '$HOME `x` "y" \\ *', 'two\nlines']]])(
  'a shell reads %j as it was written',
  (words) => {
    const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${shellCommand(words)}`], { encoding: 'utf8' })
    expect(printed.split('\0').slice(0, -1)).toEqual(words)
  },
)

test('plain words are left as they are', () => {
  expect(shellCommand(['npm', 'run', 'sync:all', '--', '--days=3'])).toBe('npm run sync:all -- --days=3')
})
