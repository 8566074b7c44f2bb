/** Allows only resources from this server, without inline scripts, inline styles, frames and sent forms. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The security headers of all pages below `/docs`. */
export const docsHeaders = { 'content-security-policy': POLICY } as const
