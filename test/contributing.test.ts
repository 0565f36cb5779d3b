import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('CONTRIBUTING.md', 'utf8')
/** A name in capitals stands for any file. */
const paths = [...text.matchAll(/`((?:src|test|scripts|bench)\/[\w./-]+)`/g)].map(([, path = '']) => path)
const named = paths.filter((path) => !/[A-Z]{4}/.test(path))

test('CONTRIBUTING names files that exist', () => {
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('CONTRIBUTING tells the way of a GET in ten lines that begin with a file each', () => {
  const [, section = ''] = /\n## The way of a GET\n([\s\S]*?)\n## /.exec(text) ?? []
  const steps = section.split('\n').filter((line) => /^\d+\. `src\/[\w./-]+\.ts` /.test(line))
  expect(steps).toHaveLength(10)
})
