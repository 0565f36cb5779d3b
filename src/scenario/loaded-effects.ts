/** The functions that carry out a scenario. They are loaded with the first scenario or fault that is read, not at start. */
import type { Effects } from './effects.ts'

let loaded: Effects | undefined

/** Sets the functions that carry out scenarios. */
export function useEffects(effects: Effects): void {
  loaded = effects
}

export function loadedEffects(): Effects {
  if (!loaded) throw new Error('no effects: scenarios and faults are read before they are carried out')
  return loaded
}
