/** The hosts that webhooks may point to. */

/** Rules for hooks that are added at run time. */
export interface TargetRules {
  /** Allowed hosts; undefined allows all. */
  readonly hosts: readonly string[] | undefined
}

/** Why a hook may not point to an address; undefined when it may. */
export function targetProblem(text: string, { hosts }: TargetRules): string | undefined {
  if (!URL.canParse(text)) return `"${text}" is not an address such as http://127.0.0.1:8080/hook`
  const { protocol, hostname, host } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return `"${text}" is neither http nor https`
  if (hosts === undefined || hosts.includes(hostname) || hosts.includes(host)) return undefined
  if (hosts.length === 0)
    return 'this server is open to the network without a control token: it takes no hooks; start it with --control-token or --webhook-hosts'
  return `hooks may point to ${hosts.join(', ')} only, not to ${host}: see --webhook-hosts`
}
