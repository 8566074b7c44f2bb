import type { HttpContext } from '../../kernel/http/context.ts'
import type { AnyEndpoint } from '../../kernel/http/endpoint.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { adoptEndpoint } from './adopt-route.ts'
import { propertyEndpoints } from './property-routes.ts'
import { quoteEndpoints } from './quote-route.ts'
import { ratePlanEndpoints } from './rate-plan-routes.ts'

/** Endpoints for houses: properties, rate plans and prices of stays. */
export const houseEndpoints = (
  context: HttpContext<BookingDependencies>,
): readonly AnyEndpoint[] => [
  ...propertyEndpoints(context),
  ...ratePlanEndpoints(context),
  ...quoteEndpoints(context),
  adoptEndpoint(context),
]
