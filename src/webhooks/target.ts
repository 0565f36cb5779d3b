/** The hosts that webhooks may point to. */

/** Why a hook that is added at run time may not point to an address; undefined when it may. Undefined hosts allow all. */
export function targetProblem(text: string, hosts: readonly string[] | undefined): string | undefined {
  if (!URL.canParse(text)) return `"${text}" is not an address such as http://127.0.0.1:8080/hook`
  const { protocol, hostname, host } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return `"${text}" is neither http nor https`
  if (hosts === undefined || hosts.includes(hostname) || hosts.includes(host)) return undefined
  if (hosts.length === 0)
    return 'this server is open to the network without a control token: it takes no hooks; start it with --control-token or --webhook-hosts'
  return `hooks may point to ${hosts.join(', ')} only, not to ${host}: see --webhook-hosts`
}
