type Environment = Readonly<Record<string, string | undefined>>

/** The services that this software calls, spelled as in their host names. */
export type AwsService = 'dynamodb' | 'events' | 'kms' | 'secretsmanager' | 'sqs'

/** The part of `AWS_ENDPOINT_URL_…` that names each service, as in the AWS SDKs. */
const VARIABLE_SUFFIX: Readonly<Record<AwsService, string>> = {
  dynamodb: 'DYNAMODB',
  events: 'EVENTBRIDGE',
  kms: 'KMS',
  secretsmanager: 'SECRETS_MANAGER',
  sqs: 'SQS',
}

/** The domains of partitions other than `aws` and `aws-us-gov`, by the beginning of their regions. */
const DOMAINS = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['us-iso-', 'c2s.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
] as const

/** The domain of the services in a region, for example `amazonaws.com.cn`. */
export const awsDomain = (region: string): string =>
  DOMAINS.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'amazonaws.com'

/** Services whose usual host names in GovCloud are those with validated cryptography. */
const FIPS_IN_GOVCLOUD: ReadonlySet<AwsService> = new Set(['dynamodb', 'events', 'sqs'])

const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === 'true'

/**
 * The endpoint of a service in a region, by the standard variables of the AWS SDKs: that of
 * `AWS_ENDPOINT_URL_<SERVICE>`, or `AWS_ENDPOINT_URL`, unless `AWS_IGNORE_CONFIGURED_ENDPOINT_URLS` is
 * `true`; otherwise the public one of the region's partition, with validated cryptography if
 * `AWS_USE_FIPS_ENDPOINT` is `true`. Throws if the partition has no such endpoint.
 */
export function awsEndpoint(
  service: AwsService,
  region: string,
  env: Environment = process.env,
): string {
  const configured = configuredEndpoint(service, env)
  if (configured !== undefined) return configured
  const domain = awsDomain(region)
  if (!isTrue(env.AWS_USE_FIPS_ENDPOINT)) return `https://${service}.${region}.${domain}`
  if (region.startsWith('cn-')) {
    throw new Error(`AWS_USE_FIPS_ENDPOINT is true, but ${region} has no FIPS endpoints.`)
  }
  const isFipsAlready = region.startsWith('us-gov-') && FIPS_IN_GOVCLOUD.has(service)
  return `https://${service}${isFipsAlready ? '' : '-fips'}.${region}.${domain}`
}

/** The endpoint of a service in the standard variables. Undefined if none is configured. */
export function configuredEndpoint(service: AwsService, env: Environment): string | undefined {
  if (isTrue(env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS)) return undefined
  const given = env[`AWS_ENDPOINT_URL_${VARIABLE_SUFFIX[service]}`] || env.AWS_ENDPOINT_URL
  return given ? given.replace(/\/+$/, '') : undefined
}
