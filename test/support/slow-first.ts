import { relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, most of which wait for clients and programs. Without a cache vitest begins with the largest files. */
const SLOW = [
  'console/browser/clicked',
  'console/browser/tasks',
  'console/browser/tabs',
  'console/browser/minute',
  'process/certify',
  'clients/correct-clients',
  'clients/scenarios',
  'process/run-end',
  'replay/secrets',
  'process/replay',
  'conformance/long-runs',
  'webhooks/speed',
  'control-api/large-answers',
  'process/start',
  'process/init',
  'process/example',
  'process/run',
  'process/detach',
  'server/replicas/sandbox-router',
  'world/output-gate',
].map((name) => `test/${name}.test.ts`)

/** Files that start processes, which costs less while the workers are small. */
const STARTS_PROCESSES = /^test\/process\//

/** Begins with the slow files of a project, so that none of them is left for a single worker at the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const order = ({ project, moduleId }: TestSpecification): number => {
      const file = relative(project.config.root, moduleId).split(sep).join('/')
      const place = SLOW.indexOf(file)
      if (place >= 0) return place
      return STARTS_PROCESSES.test(file) ? SLOW.length : SLOW.length + 1
    }
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return sorted.sort(
      (one, other) => projects.indexOf(one.project) - projects.indexOf(other.project) || order(one) - order(other),
    )
  }
}
