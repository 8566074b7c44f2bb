import type { PlainTranslations } from '../translations.ts'

export default {
  plain: {
    link: 'JavaScript なしで予約する',
    neededTitle: '予約には JavaScript が必要です',
    needed:
      '自動予約を防ぐため、予約の前にブラウザーで確認を行います。JavaScript を有効にして、予約ページをもう一度開いてください。',
    answersFirst:
      'ここでは、いくつかの質問への回答によって予約できる時間が変わります。JavaScript を有効にして、予約ページをもう一度開いてください。',
    open: '予約ページを開く',
  },
} satisfies PlainTranslations
