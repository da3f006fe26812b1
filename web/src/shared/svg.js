// The namespace of SVG, told by the parser, so that no address stands in a page.

export const NAMESPACE = new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg").namespaceURI;
