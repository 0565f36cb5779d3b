import { startUnderstay, type UnderstaySandbox, VerifyError } from 'understay'

import understay = require('understay')

export const started: Promise<UnderstaySandbox> = startUnderstay({ freeze: true }).then((server) => server.sandbox('w1'))
export const failed = (error: unknown): boolean => error instanceof VerifyError && error instanceof understay.VerifyError
