"""What each segment says of the updates shown, as a statement: yes, no, a correction, or nothing.

``answer`` where every word is known (with ``pointing``, ``changing``, ``picking``, ``unstated``, ``owned``,
``putoff``); ``foreign``, ``names`` (with ``owners``, ``capitals``) and ``wishes`` (with ``binding``, ``things``,
``regions``) where not; ``leading`` looks at what stands before a change.
"""
