import { ArnFormat, type Stack } from 'aws-cdk-lib'
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { allow, type FunctionNeeds } from './functions.ts'
import type { Settings } from './settings.ts'
import type { StatefulStack } from './stateful-stack.ts'

/** What the needs are made of. */
export interface VaultParts {
  readonly stack: Stack
  readonly stateful: StatefulStack
  readonly settings: Settings
}

/**
 * What a function needs to use the credentials of connected calendars. They are items of the table, encrypted
 * with data keys that the installation's key wraps. Secrets from earlier versions are read and deleted. A
 * function that stores none, but only deletes them, makes no data keys.
 */
export function vaultNeeds(
  { stack, stateful, settings }: VaultParts,
  { storesNone = false }: { readonly storesNone?: boolean } = {},
) {
  const prefix = `holdfast/${settings.stage}/credentials/`
  const former = stack.formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: `${prefix}*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
  return {
    environment: {
      HOLDFAST_VAULT_PREFIX: prefix,
      HOLDFAST_VAULT_KMS_KEY: stateful.credentialsKey.keyArn,
    },
    statements: [
      useOfKey(
        ['kms:Decrypt', ...(storesNone ? [] : ['kms:GenerateDataKey'])],
        stateful.credentialsKey.keyArn,
        prefix,
      ),
      allow(['secretsmanager:GetSecretValue', 'secretsmanager:DeleteSecret'], [former]),
    ],
  } satisfies FunctionNeeds
}

/** Allows a key for credentials of one installation, each of which the request must name. */
function useOfKey(
  actions: readonly string[],
  keyArn: string,
  installation: string,
): PolicyStatement {
  const statement = allow(actions, [keyArn])
  statement.addConditions({
    StringEquals: { 'kms:EncryptionContext:installation': installation },
    Null: {
      'kms:EncryptionContext:account': 'false',
      'kms:EncryptionContext:provider': 'false',
      'kms:EncryptionContext:reference': 'false',
    },
  })
  return statement
}
