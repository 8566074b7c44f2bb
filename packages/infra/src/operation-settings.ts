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
  /** The regions in which CloudFront answers. Default: all. */
  readonly priceClass: PriceRegions
  /** How long CloudFront's access logs are kept, which have addresses and queries. Default: there are none. */
  readonly accessLogDays?: number
  /** ARN of a vault, perhaps of another account, into which weekly backups are copied. */
  readonly backupCopyVaultArn?: string
  /** Part of the names of secrets, if those of a deleted installation with the same stage still exist. */
  readonly secretSet?: string
}

/** What happens to a request that AWS's common rules match. */
export type ManagedRules = 'block' | 'count'

/** The price classes of CloudFront: North America and Europe; those and most of Asia; everywhere. */
export type PriceRegions = '100' | '200' | 'all'

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
  const accessLogDays = count('accessLogDays', 0)
  const backupCopyVaultArn = text(
    'backupCopyVaultArn',
    /^arn:aws[\w-]*:backup:[\w-]+:\d{12}:backup-vault:.+$/,
    'the ARN of a backup vault',
  )
  const secretSet = text('secretSet', /^[a-z0-9]{1,12}$/, 'up to 12 letters and digits')
  const priceClass = text('priceClass', /^(?:100|200|all)$/, '100, 200 or all')
  return {
    requireEdge: requireEdge === undefined ? hasFirewall : requireEdge === 'true',
    ...(edgeSecretVersion !== undefined && { edgeSecretVersion }),
    // The cast: the pattern above allows only these.
    ...(managedRules !== undefined && { managedRules: managedRules as ManagedRules }),
    ...(canary !== undefined && { canary }),
    ...(monthlyBudgetUsd > 0 && { monthlyBudgetUsd }),
    concurrencyLimit: count('concurrencyLimit', 1_000),
    latencyMilliseconds: count('latencyMilliseconds', 1_000),
    // The cast: the pattern above allows only these.
    priceClass: (priceClass ?? 'all') as PriceRegions,
    ...(accessLogDays > 0 && { accessLogDays }),
    ...(backupCopyVaultArn !== undefined && { backupCopyVaultArn }),
    ...(secretSet !== undefined && { secretSet }),
    tracing: text('tracing', /^(?:true|false)$/, 'true or false') === 'true',
  }
}
