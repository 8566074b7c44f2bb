import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, test } from 'vitest'
import { awsEndpoint } from './endpoints.ts'

describe('the endpoint of a service', () => {
  test('has the domain of its partition', () => {
    expect(awsEndpoint('kms', 'eu-central-1', {})).toBe('https://kms.eu-central-1.amazonaws.com')
    expect(awsEndpoint('sqs', 'cn-north-1', {})).toBe('https://sqs.cn-north-1.amazonaws.com.cn')
    expect(awsEndpoint('events', 'us-gov-west-1', {})).toBe(
      'https://events.us-gov-west-1.amazonaws.com',
    )
  })

  test('has validated cryptography if the standard variable asks for it', () => {
    const env = { AWS_USE_FIPS_ENDPOINT: 'true' }
    expect(awsEndpoint('secretsmanager', 'us-east-1', env)).toBe(
      'https://secretsmanager-fips.us-east-1.amazonaws.com',
    )
    expect(awsEndpoint('kms', 'us-gov-east-1', env)).toBe(
      'https://kms-fips.us-gov-east-1.amazonaws.com',
    )
    // In GovCloud, the usual host names of these have it.
    expect(awsEndpoint('sqs', 'us-gov-east-1', env)).toBe('https://sqs.us-gov-east-1.amazonaws.com')
    expect(() => awsEndpoint('sqs', 'cn-north-1', env)).toThrow(
      'AWS_USE_FIPS_ENDPOINT is true, but cn-north-1 has no FIPS endpoints.',
    )
  })

  test('is the configured one, that of the service before that of all', () => {
    const env = {
      AWS_ENDPOINT_URL: 'https://vpce-1.example.com/',
      AWS_ENDPOINT_URL_DYNAMODB: 'https://vpce-2.example.com',
      AWS_USE_FIPS_ENDPOINT: 'true',
    }
    expect(awsEndpoint('dynamodb', 'eu-central-1', env)).toBe('https://vpce-2.example.com')
    expect(awsEndpoint('events', 'eu-central-1', env)).toBe('https://vpce-1.example.com')
    const ignored = { ...env, AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' }
    expect(awsEndpoint('events', 'eu-central-1', ignored)).toBe(
      'https://events-fips.eu-central-1.amazonaws.com',
    )
  })

  test.each([
    ['eu-central-1', false],
    ['us-east-1', true],
    ['cn-northwest-1', false],
    ['us-gov-west-1', false],
    ['us-gov-west-1', true],
    ['us-iso-east-1', false],
    ['us-isob-east-1', false],
    ['eusc-de-east-1', false],
  ])('of DynamoDB in %s is that of the AWS SDK, with FIPS: %s', async (region, useFipsEndpoint) => {
    const { config } = new DynamoDBClient({ region, useFipsEndpoint })
    const { url } = config.endpointProvider({ Region: region, UseFIPS: useFipsEndpoint })
    const env = { AWS_USE_FIPS_ENDPOINT: String(useFipsEndpoint) }
    expect(`${awsEndpoint('dynamodb', region, env)}/`).toBe(url.href)
  })
})
