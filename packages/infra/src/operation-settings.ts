/** The settings of the edge, of deployments and of alarms. */
export interface OperationSettings {
  /** Refuses requests that did not come through the distribution. Default: if there is a firewall. */
  readonly requireEdge: boolean
  /** The version of the edge secret that the distribution sends. Default: the one at the first deployment. */
  readonly edgeSecretVersion?: string
  /** Adds AWS's common rules to the firewall: `count` only counts what they match. */
  readonly managedRules?: ManagedRules
  /** How traffic moves to a new version of the http function. Default: all at once. */
  readonly canary?: string
  /** The budget of the AWS account in USD a month, for an alarm. */
  readonly monthlyBudgetUsd?: number
  /** The account's quota of concurrent executions in this region, for an alarm. */
  readonly concurrencyLimit: number
  /** The response time that 99 of 100 requests should not exceed, for an alarm. */
  readonly latencyMilliseconds: number
  /** Whether AWS X-Ray records invocations of the functions. Default: no. */
  readonly tracing: boolean
}

/** What happens to a request that AWS's common rules match. */
export type ManagedRules = 'block' | 'count'

/** Reads context values. They throw `SettingsError` at an invalid value. */
export interface ContextReader {
  readonly text: (name: string, pattern: RegExp, expected: string) => string | undefined
  readonly count: (name: string, fallback: number) => number
}

/** The deployment configurations of CodeDeploy for Lambda that shift traffic in steps. */
const CANARY = /^(?:Canary10Percent(?:5|10|15|30)Minutes|Linear10PercentEvery(?:1|2|3|10)Minutes?)$/

/** Reads the settings. Without `requireEdge`, a firewall is required to be in the way of every request. */
export function readOperationSettings(
  { text, count }: ContextReader,
  { hasFirewall }: { readonly hasFirewall: boolean },
): OperationSettings {
  const requireEdge = text('requireEdge', /^(?:true|false)$/, 'true or false')
  const edgeSecretVersion = text(
    'edgeSecretVersion',
    /^[\w-]{32,64}$/,
    'the version id of the edge secret',
  )
  const managedRules = text('managedRules', /^(?:count|block)$/, 'count or block')
  const canary = text(
    'canary',
    CANARY,
    'Canary10Percent5Minutes, Linear10PercentEvery1Minute or another such name of CodeDeploy',
  )
  const monthlyBudgetUsd = count('monthlyBudgetUsd', 0)
  return {
    requireEdge: requireEdge === undefined ? hasFirewall : requireEdge === 'true',
    ...(edgeSecretVersion !== undefined && { edgeSecretVersion }),
    // The cast: the pattern above allows only these.
    ...(managedRules !== undefined && { managedRules: managedRules as ManagedRules }),
    ...(canary !== undefined && { canary }),
    ...(monthlyBudgetUsd > 0 && { monthlyBudgetUsd }),
    concurrencyLimit: count('concurrencyLimit', 1_000),
    latencyMilliseconds: count('latencyMilliseconds', 1_000),
    tracing: text('tracing', /^(?:true|false)$/, 'true or false') === 'true',
  }
}
