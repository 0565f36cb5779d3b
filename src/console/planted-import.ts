import { boundOperations } from '../routes/index.ts'
export const x = boundOperations
