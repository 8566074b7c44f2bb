import { type AwsServer, startAwsServer } from './aws-server.ts'

interface KeptSecret {
  readonly token: string
  readonly text: string
}

/** A Secrets Manager that creates, reads and permanently deletes secrets. */
export interface SecretsManagerServer extends AwsServer {
  /** The stored secrets, by name. */
  readonly secrets: ReadonlyMap<string, KeptSecret>
}

const refused = (type: string, message: string) => ({
  status: 400,
  body: { __type: type, Message: message },
})

const arnOf = (name: string): string =>
  `arn:aws:secretsmanager:eu-central-1:123456789012:secret:${name}-AbCdEf`

/** Starts a Secrets Manager with the `given` secrets on a free port of the loopback interface. */
export async function startSecretsManager(
  given: Readonly<Record<string, string>> = {},
): Promise<SecretsManagerServer> {
  const secrets = new Map<string, KeptSecret>(
    Object.entries(given).map(([name, text]) => [name, { token: '', text }]),
  )
  const server = await startAwsServer({
    service: 'secretsmanager',
    contentType: 'application/x-amz-json-1.1',
    operations: {
      'secretsmanager.CreateSecret': (input: {
        readonly Name: string
        readonly ClientRequestToken: string
        readonly SecretString: string
      }) => {
        if (!/^[\w/+=.@-]{1,512}$/.test(input.Name)) {
          return refused('InvalidParameterException', 'Invalid name.')
        }
        if (!/^.{32,64}$/.test(input.ClientRequestToken)) {
          return refused('InvalidParameterException', 'Invalid token.')
        }
        const kept = secrets.get(input.Name)
        const given = { token: input.ClientRequestToken, text: input.SecretString }
        // A repeated identical call succeeds again; a different one is rejected.
        if (kept && (kept.token !== given.token || kept.text !== given.text)) {
          return refused('ResourceExistsException', `The secret ${input.Name} already exists.`)
        }
        secrets.set(input.Name, given)
        return {
          status: 200,
          body: { ARN: arnOf(input.Name), Name: input.Name, VersionId: given.token },
        }
      },
      'secretsmanager.GetSecretValue': ({ SecretId }: { readonly SecretId: string }) => {
        const kept = secrets.get(SecretId)
        if (kept === undefined) {
          return refused(
            'ResourceNotFoundException',
            "Secrets Manager can't find the specified secret.",
          )
        }
        return {
          status: 200,
          body: { ARN: arnOf(SecretId), Name: SecretId, SecretString: kept.text },
        }
      },
      'secretsmanager.DeleteSecret': (input: {
        readonly SecretId: string
        readonly ForceDeleteWithoutRecovery?: boolean
      }) => {
        if (!secrets.delete(input.SecretId) && !input.ForceDeleteWithoutRecovery) {
          return refused(
            'ResourceNotFoundException',
            "Secrets Manager can't find the specified secret.",
          )
        }
        return { status: 200, body: { ARN: arnOf(input.SecretId), Name: input.SecretId } }
      },
    },
  })
  return { ...server, secrets }
}
