import type { UnderstaySandbox } from 'understay'
import { type UnderstayInJest, useUnderstay } from 'understay/jest'

const understay: UnderstayInJest = useUnderstay({ freeze: true })
export const sandboxOfTest = (): UnderstaySandbox => understay.sandbox
