import type { HttpContext } from '../../kernel/http/context.ts'
import type { AnyEndpoint } from '../../kernel/http/endpoint.ts'
import type { PeopleDependencies } from '../dependencies.ts'
import { contactFileEndpoints } from './contact-file-routes.ts'
import { contactMergeEndpoints } from './contact-merge-routes.ts'
import { contactEndpoints } from './contact-routes.ts'
import { noteEndpoints } from './note-routes.ts'

/** All endpoints for contacts. */
export const allContactEndpoints = (
  context: HttpContext<PeopleDependencies>,
): readonly AnyEndpoint[] => [
  ...contactEndpoints(context),
  ...contactMergeEndpoints(context),
  ...noteEndpoints(context),
  ...contactFileEndpoints(context),
]
