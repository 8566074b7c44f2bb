/** Loads the template engine when the first template is used: an account without templates never needs it. */
export const templateEngine = () => import('./template-engine.ts')
