import { describe, expect, test } from 'vitest'
import { ArmedFaults } from '../../../src/scenario/faults/armed-faults.ts'
import type { Fault } from '../../../src/scenario/faults/fault-schema.ts'
import { Progress } from '../../../src/store/progress.ts'
import { pastCallOf } from '../expectations/past-calls.ts'

type Scene = NonNullable<ConstructorParameters<typeof ArmedFaults>[0]>

const fault = (more: Partial<Fault> = {}): Fault => ({ on: {}, token: 'expired', ...more })
/** A scenario with these faults. */
const withFaults = (faults: readonly Fault[], mark?: boolean): Scene =>
  ({ parts: [{ name: 'day', faults }], mark }) as unknown as Scene
const again = (progress: Progress): Progress => new Progress(true, JSON.parse(JSON.stringify(progress.all() ?? {})))
const ids = (faults: ArmedFaults) => faults.all.map(({ id }) => id)

/** Lets a fault happen once. */
function happen(faults: ArmedFaults, id: string): void {
  const one = faults.all.find((armed) => armed.id === id)
  const count = one?.count(pastCallOf(1), 0, () => false)
  if (one && count) one.note(count, 0)
}

describe('the faults of a sandbox', () => {
  test('are those of the scenario, and those armed since', () => {
    const faults = new ArmedFaults(withFaults([fault(), fault({ id: 'second' })]), new Progress(true))
    expect(faults.arm(fault()).id).toBe('armed/1')
    expect(faults.arm(fault()).id).toBe('armed/2')
    expect(ids(faults)).toEqual(['day/1', 'day/second', 'armed/1', 'armed/2'])
    expect(faults.status(0).map(({ id, happened }) => [id, happened])).toEqual(ids(faults).map((id) => [id, 0]))
    expect(ids(new ArmedFaults(undefined, new Progress(true)))).toEqual([])
  })

  test('have happened when they did so once', () => {
    const faults = new ArmedFaults(withFaults([fault(), fault({ id: 'second' })]), new Progress(true))
    happen(faults, 'day/second')
    expect(['day/1', 'day/second', 'day/third'].map((id) => faults.hasHappened(id))).toEqual([false, true, false])
  })

  test('are disarmed by their id, or all that were armed', () => {
    const faults = new ArmedFaults(withFaults([fault(), fault()]), new Progress(true))
    for (let count = 0; count < 3; count++) faults.arm(fault())
    expect([faults.disarm('day/2'), faults.disarm('day/2'), faults.disarm('armed/2')]).toEqual([1, 0, 1])
    expect(ids(faults)).toEqual(['day/1', 'armed/1', 'armed/3'])
    expect([faults.disarm(), faults.disarm()]).toEqual([2, 0])
    expect(ids(faults)).toEqual(['day/1'])
    // a number is given once
    expect(faults.arm(fault()).id).toBe('armed/4')
  })

  test('are refused with the id of an armed one, which a disarmed one gives free', () => {
    const progress = new Progress(true)
    const faults = new ArmedFaults(withFaults([fault({ id: 'x' })]), progress)
    expect(faults.arm(fault({ id: 'x' })).id).toBe('armed/x')
    const before = progress.all()
    expect(() => faults.arm(fault({ id: 'x' }))).toThrow(
      'fault id: another fault has the id "x" already: give this one another, or disarm armed/x',
    )
    expect([ids(faults), progress.all()]).toEqual([['day/x', 'armed/x'], before])
    expect(faults.disarm('armed/x')).toBe(1)
    expect(faults.arm(fault({ id: 'x' })).id).toBe('armed/x')
    expect(faults.arm(fault()).id).toBe('armed/3')
    expect(() => faults.arm(fault({ id: '3' }))).toThrow('another fault has the id "3" already')
  })

  test('get no number that is the id of another', () => {
    const progress = new Progress(true)
    const faults = new ArmedFaults(undefined, progress)
    for (const id of ['2', '3', '5']) faults.arm(fault({ id }))
    faults.disarm('armed/5')
    expect([faults.arm(fault()).id, faults.arm(fault()).id]).toEqual(['armed/4', 'armed/6'])
    const next = new ArmedFaults(undefined, again(progress))
    expect(ids(next)).toEqual(['armed/2', 'armed/3', 'armed/4', 'armed/6'])
    expect(next.arm(fault()).id).toBe('armed/7')
  })

  test.each<readonly [of: boolean | undefined, own: boolean | undefined, shown: boolean]>([
    [undefined, undefined, true],
    [true, undefined, true],
    [false, undefined, false],
    [false, true, true],
    [true, false, false],
  ])('are shown where the scenario says %s and the fault %s: %s', (of, own, shown) => {
    const faults = new ArmedFaults(
      withFaults([fault(own === undefined ? {} : { mark: own }), fault({ mark: true })], of),
      new Progress(true),
    )
    faults.arm(fault())
    faults.arm(fault({ mark: false }))
    expect(faults.shown(['day/1', 'day/2', 'armed/1', 'armed/2'])).toEqual([...(shown ? ['day/1'] : []), 'day/2', 'armed/1'])
    expect(faults.shown([])).toEqual([])
  })

  test('continue in another process: armed and disarmed as before, with their counts', () => {
    const progress = new Progress(true)
    const scene = withFaults([fault({ times: 3 }), fault()])
    const faults = new ArmedFaults(scene, progress)
    faults.arm(fault())
    faults.arm(fault({ times: 2 }))
    happen(faults, 'day/1')
    happen(faults, 'armed/2')
    faults.disarm('armed/1')
    faults.disarm('day/2')
    const next = new ArmedFaults(scene, again(progress))
    expect(next.status(0)).toEqual(faults.status(0))
    expect(ids(next)).toEqual(['day/1', 'armed/2'])
    expect(next.hasHappened('armed/2')).toBe(true)
    expect(next.arm(fault()).id).toBe('armed/3')
  })

  test('leave nothing of what happened when they are disarmed', () => {
    const progress = new Progress(true)
    const faults = new ArmedFaults(undefined, progress)
    faults.arm(fault({ times: 3 }))
    happen(faults, 'armed/1')
    faults.disarm('armed/1')
    expect(Object.keys(progress.all() ?? {})).toEqual(['last armed'])
  })
})
