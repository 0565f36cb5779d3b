import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'

cpSync('component.yml', '.gitlab-ci.yml')
for (const args of [
  ['init', '--quiet'],
  ['add', '.gitlab-ci.yml', 'templates'],
  ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'a project'],
  ['remote', 'add', 'origin', 'git@gitlab.example.com:group/project.git'],
])
  execFileSync('git', args)
const jobs = execFileSync(process.execPath, ['node_modules/gitlab-ci-local/dist/index.js', '--list-json'], { encoding: 'utf8' })
const [job] = JSON.parse(jobs)
if (job?.name !== 'understay') throw new Error(`the component makes no job understay: ${jobs}`)
