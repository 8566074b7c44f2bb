import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { App } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { Source } from 'aws-cdk-lib/aws-s3-deployment'
import { bundleFunctions, hasPages } from './bundles.ts'
import { type FunctionName, SIZES } from './function-sizes.ts'
import { SettingsError } from './settings.ts'
import { createStacks } from './stacks.ts'

/** The CDK app, run by `npm run synth` and `cdk`. Writes the bundles and the templates of both stacks. */

const PAGES = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** Files that the function's bundle contains, or that CloudFront does not need. */
const NOT_IN_BUCKET = ['*.html', '**/*.html', '**/*.br', '**/*.gz', '**/*.map']

const bundles = mkdtempSync(join(tmpdir(), 'holdfast-bundles-'))
try {
  const app = new App({ analyticsReporting: false })
  const isBuilt = hasPages(PAGES)
  if (!isBuilt) console.warn('packages/web/dist does not exist. Deploying without pages.')
  await bundleFunctions(bundles, Object.keys(SIZES) as FunctionName[], isBuilt ? PAGES : undefined)
  createStacks(app, {
    codeOf: (name) => Code.fromAsset(join(bundles, name)),
    ...(isBuilt && { files: Source.asset(PAGES, { exclude: NOT_IN_BUCKET }) }),
  })
  app.synth()
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(bundles, { recursive: true })
}
