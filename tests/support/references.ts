/** References in comments, test names and documents, and the headings that they lead to. */

const REFERENCE = /(?:visual )?§\d+(?:\.\d+)*|(?<![\w#%&$+./-])(?:D[1-9]\d{0,2}|ADR-\d+)(?!\w)/g
const HEADING = /^#{1,6} (visual §\d+|§\d+(?:\.\d+)*|D\d+|ADR-\d+(?=:))(?:[ :]|$)/gm
const LINK = /\]\((?!\w+:)([^)\s]+)\)/g
const CODE_NAME = /`([A-Za-z]+[a-z0-9][A-Z]\w*|[A-Z]+_[A-Z0-9_]+)(?:\(\))?`/g
const REPOSITORY_PATH = /`((?:src|server|docs|tests|tools|bench|\.ci)\/[^`\s]*)`/g

const isQuotedWord = (text: string, start: number, end: number) =>
  (text[start - 1] === "'" || text[start - 1] === '"') && text[start - 1] === text[end]

/**
 * Returns the references of a text, such as `§4`, `D17`, `ADR-3` or `visual §5`.
 * A section sign with a space belongs to a foreign standard.
 * Colours (`#D64`), longer names and a quoted word such as `'D1'` are not references.
 */
export const findReferences = (text: string): readonly string[] =>
  [...text.matchAll(REFERENCE)]
    .filter(({ 0: found, index }) => !isQuotedWord(text, index, index + found.length))
    .map(([found]) => found)

/** Returns the references that the headings of a document define. */
export const findDefinitions = (markdown: string): readonly string[] =>
  [...markdown.matchAll(HEADING)].map(([, defined = '']) => defined)

/** Returns the targets of relative links, with their anchors. */
export const findRelativeLinks = (markdown: string): readonly string[] =>
  [...markdown.matchAll(LINK)].map(([, target = '']) => target)

/** Returns the repository paths in backticks. Patterns with `*`, `…`, `{` or `<` are not paths. */
export const findRepositoryPaths = (markdown: string): readonly string[] =>
  [...markdown.matchAll(REPOSITORY_PATH)].map(([, path = '']) => path).filter((path) => !/[*…{<]/.test(path))

/** Returns the names in backticks that only code has: `camelCase`, `PascalCase` or `UPPER_CASE`. */
export const findCodeNames = (markdown: string): readonly string[] =>
  [...markdown.matchAll(CODE_NAME)].map(([, name = '']) => name)

/** Returns the anchors of a document's headings, in the spelling of GitHub. */
export const findAnchors = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
