/** The tools for the records of one or several domains. */
export type ZoneTool = 'import' | 'template' | 'saveTemplate' | 'history'
