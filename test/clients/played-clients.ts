/**
 * The clients of the trial.
 *
 * @module
 */
import { CAREFUL_CLIENTS, type CarefulClient } from './careful-clients.ts'
import { HABITS, type Habit } from './habits.ts'
import { PROGRAM_CLIENTS, PROGRAM_HABITS } from './programs.ts'

export const ALL_CAREFUL: readonly CarefulClient[] = [...CAREFUL_CLIENTS, ...PROGRAM_CLIENTS]
export const ALL_HABITS: readonly Habit[] = [...HABITS, ...PROGRAM_HABITS]
