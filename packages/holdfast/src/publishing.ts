/** The variables of a build that say where its sources are. */
type Environment = Readonly<Record<string, string | undefined>>

/** The address of the repository whose CI builds: of GitHub Actions or GitLab. Undefined elsewhere. */
function repositoryUrl({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: repository,
  CI_PROJECT_URL: project,
}: Environment): string | undefined {
  return server && repository ? `${server}/${repository}` : project || undefined
}

/**
 * What a manifest says about its publication. npm proves from which commit a package was built only if CI builds and publishes
 * it, and only if `repository` is that of the CI. Elsewhere the package names no repository and is published without proof.
 *
 * @param directory the folder of the package's sources in the repository.
 */
export function publishing(directory: string, environment: Environment = process.env) {
  const url = repositoryUrl(environment)
  if (url === undefined) return { publishConfig: { access: 'public' } }
  return {
    repository: { type: 'git', url: `git+${url}.git`, directory },
    publishConfig: { access: 'public', provenance: true },
  }
}
