import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeLeftBuilds } from '../../scripts/left-builds.mjs'

test('a build removes the folders of killed ones, not of those that run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-builds-'))
  const { pid: ended } = spawnSync(process.execPath, ['-e', ''])
  const kept = ['dist', `dist.new-${process.pid}`, 'dist.new-x', 'src']
  for (const name of [...kept, `dist.new-${ended}`, `dist.old-${ended}`])
    mkdirSync(join(folder, name, 'chunks'), { recursive: true })
  removeLeftBuilds(folder)
  expect(readdirSync(folder)).toEqual(kept)
})
