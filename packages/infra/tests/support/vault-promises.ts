import { at, list, put, textOf } from './json.ts'
import { only, type Promised, wrong } from './promises.ts'
import { functionsOf, resources, roleOf, type Templates } from './templates.ts'

const KEY_TYPE = 'AWS::KMS::Key'

const READ = 'kms:Decrypt'
const STORE = 'kms:GenerateDataKey'
/** The functions that use credentials of connected calendars. The timer only deletes them. */
const USES: Readonly<Record<string, readonly string[]>> = {
  http: [READ, STORE],
  mirrors: [READ, STORE],
  timer: [READ],
  due: [READ, STORE],
}

/** The statements of a function's role that name the key service. */
const kmsStatementsOf = (t: Templates, fn: Parameters<typeof roleOf>[0]) =>
  resources(t, 'AWS::IAM::Policy')
    .filter(({ properties }) =>
      list(properties, 'Roles').some((one) => at(one, 'Ref') === roleOf(fn)),
    )
    .flatMap(({ properties }) => list(properties, 'PolicyDocument.Statement'))
    .filter((statement) => /"kms:/.test(textOf(at(statement, 'Action'))))

const isForOneCredential = (statement: unknown): boolean =>
  at(statement, 'Condition.StringEquals.kms:EncryptionContext:installation') ===
    'holdfast/prod/credentials/' &&
  ['account', 'provider', 'reference'].every(
    (name) => at(statement, `Condition.Null.kms:EncryptionContext:${name}`) === 'false',
  )

const httpStatement = (t: Templates) => {
  const fn = functionsOf(t).get('http')
  const [statement] = fn ? kmsStatementsOf(t, fn) : []
  // The cast: statements are objects.
  return statement as Record<string, unknown>
}

/** The promises of the key for credentials of connected calendars. */
export const VAULT_PROMISES: readonly Promised[] = [
  [
    'the key of calendar credentials rotates every year, and can be restored for a month after its deletion',
    (t) =>
      wrong(
        resources(t, KEY_TYPE),
        (p) => p.EnableKeyRotation === true && p.PendingWindowInDays === 30,
      ),
    (t) => put(only(t, KEY_TYPE), 'EnableKeyRotation'),
  ],
  [
    'only functions that use connected calendars can use their key, and only to unwrap data keys, or to make them as well if they store credentials',
    (t) =>
      [...functionsOf(t)].flatMap(([name, fn]) => {
        const actions = kmsStatementsOf(t, fn).flatMap((one) => list(one, 'Action'))
        return actions.join() === (USES[name] ?? []).join() ? [] : [name]
      }),
    (t) =>
      put(httpStatement(t), 'Action', ['kms:Decrypt', 'kms:GenerateDataKey', 'kms:PutKeyPolicy']),
  ],
  [
    'the key is used for one credential of this installation at a time, which each request names',
    (t) =>
      [...functionsOf(t)].flatMap(([name, fn]) =>
        kmsStatementsOf(t, fn).every(isForOneCredential) ? [] : [name],
      ),
    (t) => put(httpStatement(t), 'Condition.Null'),
  ],
  [
    'every function that may use the key knows its ARN, and no other function does',
    (t) =>
      [...functionsOf(t)].flatMap(([name, fn]) => {
        const isSet = at(fn, 'Environment.Variables.HOLDFAST_VAULT_KMS_KEY') !== undefined
        return isSet === Object.hasOwn(USES, name) ? [] : [name]
      }),
    (t) => put(functionsOf(t).get('mirrors'), 'Environment.Variables.HOLDFAST_VAULT_KMS_KEY'),
  ],
]
