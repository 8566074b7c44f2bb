import type { HttpContext } from '../../kernel/http/context.ts'
import type { AnyEndpoint } from '../../kernel/http/endpoint.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { PhotoMaker } from '../ports/photo-maker.ts'
import { adoptEndpoint } from './adopt-route.ts'
import { photoEndpoints } from './photo-routes.ts'
import { propertyEndpoints } from './property-routes.ts'
import { quoteEndpoints } from './quote-route.ts'
import { ratePlanEndpoints } from './rate-plan-routes.ts'

/** Endpoints for houses: properties, photos, rate plans and prices of stays. */
export const houseEndpoints = (
  context: HttpContext<BookingDependencies>,
  photoMaker: PhotoMaker | undefined,
): readonly AnyEndpoint[] => [
  ...propertyEndpoints(context),
  ...photoEndpoints(context, photoMaker),
  ...ratePlanEndpoints(context),
  ...quoteEndpoints(context),
  adoptEndpoint(context),
]
