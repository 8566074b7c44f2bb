import type { App } from 'aws-cdk-lib'
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment'
import { EdgeStack } from './edge-stack.ts'
import type { CodeOf } from './functions.ts'
import { readSettings } from './settings.ts'
import { StatefulStack } from './stateful-stack.ts'
import { StatelessStack } from './stateless-stack.ts'

/** The code and files of the stacks. */
export interface StackContents {
  readonly codeOf: CodeOf
  readonly files?: ISource
}

/** Creates the stacks of an installation from the context of the app: data, functions, and the firewall. */
export function createStacks(app: App, { codeOf, files }: StackContents) {
  const settings = readSettings((name) => app.node.tryGetContext(name))
  const stateful = new StatefulStack(app, `Holdfast-${settings.stage}-data`, settings)
  const stateless = new StatelessStack(app, `Holdfast-${settings.stage}`, {
    settings,
    stateful,
    codeOf,
    ...(files && { files }),
  })
  const { stage, rateLimit } = settings
  const edge =
    rateLimit === undefined
      ? undefined
      : new EdgeStack(app, `Holdfast-${stage}-edge`, settings, rateLimit)
  return { stateful, stateless, edge }
}
