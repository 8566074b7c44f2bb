import { staffTranslations } from '../shared/languages/staff.ts'
import { mountPage } from '../shared/mount-page.tsx'
import { takeLinkSecret } from './link-secret.ts'
import { SignInPage } from './sign-in-page.tsx'

const link = takeLinkSecret()
// A link that is pasted into this tab changes only the fragment, which does not load the page again.
addEventListener('hashchange', () => location.reload())

mountPage(<SignInPage link={link} />, staffTranslations)
