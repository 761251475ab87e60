import { SCREENS } from '#src/application/navigation/screens.ts'
import {
  PUBLISHED_ELSEWHERE,
  SAMPLE_LINKS,
  SAMPLE_MARK,
  SAMPLE_NOTE,
  SAMPLE_TEXTS,
  type SamplePage as SampleName,
  type SampleText,
  UNPUBLISHED,
} from '#src/application/sample-pages.ts'
import { ContactLink, PageLink } from '#src/ui/parts/contact.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Mark } from '#src/ui/parts/mark.tsx'
import { ScreenHead } from '#src/ui/parts/screen-head.tsx'
import { useConfig } from '#src/ui/portal/config-context.tsx'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

const SampleSections = ({ sections }: Pick<SampleText, 'sections'>) => (
  <>
    <p className="border-t-2 border-rule pt-4 text-sm text-muted">{SAMPLE_NOTE}</p>
    {sections.map(({ heading, paragraphs }) => (
      <section key={heading} className="mt-7">
        <h2 className="text-lg">{heading}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="mt-2 text-ink-soft">
            {paragraph}
          </p>
        ))}
      </section>
    ))}
  </>
)

/** Where the operator's own text is, for a portal that links to another page. */
const OtherPlace = ({ href }: { readonly href: string | null }) => (
  <p className="border-t-2 border-rule pt-4">
    {href === null ? UNPUBLISHED : PUBLISHED_ELSEWHERE} {href !== null && <PageLink href={href}>{href}</PageLink>}
  </p>
)

/**
 * A page of the operator (§2.2). It shows a sample text, marked as such, while the configured link
 * leads here (D62).
 */
export function SamplePage({ screen }: ScreenProps) {
  const { links } = useConfig()
  const page = screen as SampleName
  const { path, title } = SCREENS[page]
  const { intro, sections } = SAMPLE_TEXTS[page]
  const href = links[SAMPLE_LINKS[page]]
  const isSample = href === path
  return (
    <Main title={title}>
      <div className="max-w-[72ch] pt-8 pb-4">
        <ScreenHead title={title} intro={intro} className="pb-5">
          {isSample && <Mark text={SAMPLE_MARK} className="justify-self-start" />}
        </ScreenHead>
        {isSample ? <SampleSections sections={sections} /> : <OtherPlace href={href} />}
        <p className="mt-8 text-sm text-muted">
          Preguntas: <ContactLink />.
        </p>
      </div>
    </Main>
  )
}
