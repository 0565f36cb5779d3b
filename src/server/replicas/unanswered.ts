/** The response to a call that no owner has answered. */
import type { ForwardResult } from './forwarder.ts'

/** @returns the reason, by the result of the last attempt to forward the call to `address` */
export function unansweredReason(result: Exclude<ForwardResult, 'answered'>, sandbox: string, address: string): string {
  if (result === 'not-reached')
    return `the replica at ${address} has the sandbox ${sandbox}, and this one cannot connect to it; try again in a moment. If that lasts, check its --advertise and the network between replicas`
  if (result === 'stranger')
    return `the replica that has the sandbox ${sandbox} says that it is at ${address}, and something else answers there; nothing of this call was sent to it. Correct its --advertise`
  if (result === 'elsewhere')
    return `what answers at ${address} does not have the sandbox ${sandbox}; try again in a moment. If that lasts, check that each replica has an --advertise of its own`
  return `the replica at ${address} has the sandbox ${sandbox}, and was lost during this call; try again in a moment`
}
