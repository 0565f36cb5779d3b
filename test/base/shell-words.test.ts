import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellCommand } from '../../src/base/shell-word.ts'

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
